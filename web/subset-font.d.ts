/** What we use of the library, which has no types of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: {
      keepAllGlyphs: true
      targetFormat: 'woff2'
      /** The value at which each axis is fixed. */
      variationAxes: Readonly<Record<string, number>>
    },
  ): Promise<Buffer>
}
