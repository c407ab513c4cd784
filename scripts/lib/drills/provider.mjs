// What the card provider says, and whether the books agree with it.
import { checkMoney } from '../money-check.mjs'

/** Calls the sandbox's card provider for this site. */
export async function askProvider({ identity, env }, path, { input, form } = {}) {
  const answer = await fetch(`${identity.issuer}${path}`, {
    method: input === undefined && form === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${env.STRIPE_SECRET_KEY}`,
      ...(input === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: form ?? (input === undefined ? undefined : JSON.stringify(input)),
    signal: AbortSignal.timeout(30_000),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Everything that a list of the provider holds, newest first. */
export async function listAll(site, path) {
  const found = []
  for (let after = ''; ; after = `&starting_after=${found.at(-1).id}`) {
    const { data, has_more: hasMore } = await askProvider(site, `${path}?limit=100${after}`)
    found.push(...data)
    if (!hasMore) return found
  }
}

/** Lets the running Plinth compare everything with the provider. Returns a sentence if they differ. */
export async function agreesWithProvider({ databaseUrl }) {
  return (await checkMoney({ url: databaseUrl })) === 0
    ? []
    : ['The books and the card provider differ; the lines above say where.']
}
