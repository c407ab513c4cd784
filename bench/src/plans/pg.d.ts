/** The part of pg that turns a parameter into what is sent; its types leave it out. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue: (value: unknown) => string | Buffer | null }
  // oxlint-disable-next-line import/no-default-export -- pg exports it so.
  export default utils
}
