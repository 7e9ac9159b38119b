import java.io.File;
import java.nio.file.Files;
import java.util.Scanner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Play {
    public static void main(String[] args) throws Exception {
        int lines = 0;
        for (Scanner in = new Scanner(System.in); in.hasNextLine(); in.nextLine()) {
            lines++;
        }
        System.out.println("lines " + lines + " ░▒▀");
        File file = File.createTempFile("play", ".txt");
        Files.writeString(file.toPath(), "x".repeat(lines));
        System.out.println(file.setExecutable(true));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        System.out.println(threads.submit(() -> file.length()).get());
        threads.shutdown();
        file.delete();
        Process child = new ProcessBuilder("echo", "child").start();
        System.out.print(new String(child.getInputStream().readAllBytes()));
    }
}
