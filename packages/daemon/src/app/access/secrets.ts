import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits as text that fits a header, a subprotocol and an address. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** True for a text of the shape that `newSecret` makes. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** A secret's SHA-256 as hex. Plain hashing suffices for 256 random bits: nothing can be guessed. */
export function fingerprintOf(secret: string): string {
  return hash(secret).toString("hex");
}

/** Compares in a time that tells nothing, whatever the lengths: both sides are hashed first. */
export function sameSecret(one: string, other: string): boolean {
  return timingSafeEqual(hash(one), hash(other));
}

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
