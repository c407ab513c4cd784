/** The package's own types say that the function is its default export's, which it is not under Node's modules. */
declare module 'sharp-phash' {
  import type { SharpOptions } from 'sharp'
  export default function phash(picture: Buffer, options?: SharpOptions): Promise<string>
}
