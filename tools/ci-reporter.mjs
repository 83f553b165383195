// Prints the plain closing line that a CI counts: "N passed, N failed, N skipped".
export default class CiReporter {
  onTestRunEnd(modules, errors) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.state() === "failed" && [...module.children.allTests()].length === 0)
        count.failed++;
      for (const test of module.children.allTests()) count[test.result().state]++;
    }
    count.failed += errors.length;
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
