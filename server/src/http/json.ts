/** JSON as a statement wrote it or as it is sent. */
export type Json = string | Buffer

/** The value of some JSON that the server itself wrote. */
export const readJson = <T = unknown>(json: Json): T => JSON.parse(json.toString()) as T
