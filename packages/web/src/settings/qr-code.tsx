import { encode } from "uqr";

/** A text as a QR code: dark on light in either theme, for that is what cameras read. */
export function QrCode({ text }: { readonly text: string }) {
  const { size, data } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link">
      <rect className="qr-light" width={size} height={size} />
      <path className="qr-dark" d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
