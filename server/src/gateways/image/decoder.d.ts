declare module 'heic-decode' {
  /** The main picture of a HEIC, upright, in RGBA with 8 bits each. */
  export default function decode(options: {
    buffer: Uint8Array
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>
}
