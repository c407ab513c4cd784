import { sql, type RawBuilder } from 'kysely'

/** A signed link is good for ten to fifteen minutes; all of five minutes are alike, so that browsers can keep the file. */
const STEP_S = 300
const STEPS = 3

const expiry = sql`((floor(extract(epoch from now()) / ${sql.lit(STEP_S)})
  + ${sql.lit(STEPS)}) * ${sql.lit(STEP_S)})::bigint`

/** The signature of what a link says, from the secret of its file. */
export const signatureOf = (
  secret: RawBuilder<unknown>,
  said: RawBuilder<unknown>,
): RawBuilder<string> =>
  sql<string>`encode(sha256(convert_to(${secret} || ${said} || ${secret}, 'utf8')), 'hex')`

/** The query that opens all that is made of one private file, for some minutes. */
export const linkQuery = (secret: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`'?expires=' || ${expiry} || '&signature='
    || ${signatureOf(sql`${secret}::text`, sql`${expiry}::text`)}`

interface NamedLink {
  /** Up to the id, with a slash at its end. */
  path: string
  id: RawBuilder<unknown>
  name: string
  secret: RawBuilder<unknown>
}

/** A link that opens the one file of this name for some minutes, and no other of the same id. */
export const linkUrl = ({ path, id, name, secret }: NamedLink): RawBuilder<string> =>
  sql<string>`${sql.lit(path)} || ${id} || ${sql.lit(`/${name}?expires=`)} || ${expiry} || '&signature='
    || ${namedSignature({ name: sql.lit(name), secret, expires: sql`${expiry}::text` })}`

/** What such a link must carry to be good until then. */
export const namedSignature = ({
  name,
  secret,
  expires,
}: Record<'name' | 'secret' | 'expires', RawBuilder<unknown>>): RawBuilder<string> =>
  signatureOf(sql`${secret}::text`, sql`${expires} || '/' || ${name}`)
