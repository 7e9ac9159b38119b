using System;
using System.Diagnostics;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

class Play {
    static void Main() {
        int lines = 0;
        while (Console.ReadLine() != null) lines++;
        Console.WriteLine("lines " + lines + " ░▒▀");
        string file = Path.GetTempFileName();
        File.WriteAllText(file, "text");
        Console.WriteLine(File.ReadAllText(file));
        File.Delete(file);
        Console.WriteLine(Task.Run(() => 5).Result);
        var thread = new Thread(() => Console.WriteLine("thread"));
        thread.Priority = ThreadPriority.Highest;
        thread.Start();
        thread.Join();
        var start = new ProcessStartInfo("true") { UseShellExecute = false };
        using (var child = Process.Start(start)) {
            child.WaitForExit();
            Console.WriteLine(child.ExitCode);
        }
    }
}
