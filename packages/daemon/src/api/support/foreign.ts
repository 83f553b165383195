/** Host values of C01; every one comes with the right token. */
export const foreignHosts = (port: number): string[] => [
  `evil.example:${port}`,
  `127.0.0.1.evil.example:${port}`,
  `localhost.evil.example:${port}`,
  `127.1.evil.example:${port}`,
  `user@127.0.0.1:${port}`,
  `127.1:${port}`,
  `0.0.0.0:${port}`,
  `127.0.0.1:${port}0`,
  `127.0.0.1.:${port}`,
  "127.0.0.1:1",
  "127.0.0.1",
  "localhost",
];

/** Origin values that are not the daemon's own under the Host it is called by. */
export const foreignOrigins = (port: number): string[] => [
  "https://evil.example",
  `http://evil.example:${port}`,
  "http://127.0.0.1:1",
  "http://localhost",
  `https://127.0.0.1:${port}`,
  `http://127.0.0.1:${port}.evil.example`,
  `http://localhost:${port}`,
  "null",
  "",
];
