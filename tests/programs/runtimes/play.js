const fs = require("fs");
const os = require("os");
const path = require("path");
const { fork, execSync } = require("child_process");
const { Worker, isMainThread, parentPort } = require("worker_threads");

if (!isMainThread) {
  parentPort.postMessage(42);
} else if (process.send) {
  process.on("message", (number) => process.send(number + 1, () => process.disconnect()));
} else {
  console.log("lines", fs.readFileSync(0, "utf8").split("\n").length - 1);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "play-")), "file");
  fs.writeFileSync(file, "x");
  fs.chmodSync(file, 0o640);
  fs.rmSync(path.dirname(file), { recursive: true });
  console.log(execSync("echo child").toString());
  new Worker(__filename).on("message", (answer) => {
    console.log("thread", answer);
    const child = fork(__filename);
    child.on("message", (answer) => console.log("process", answer));
    child.send(1);
  });
}
