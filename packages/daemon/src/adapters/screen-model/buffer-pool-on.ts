import { savedPoolSize } from "./buffer-pool-off.ts";

Buffer.poolSize = savedPoolSize;
