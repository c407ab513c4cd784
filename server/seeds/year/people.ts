import { randomBytes } from 'node:crypto'
import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { createSession } from '../../src/core/session/session-queries.ts'
import { findOrCreateUser } from '../../src/core/users/user-queries.ts'
import type { Deps } from '../../src/deps.ts'
import { cookieNames, hashToken } from '../../src/http/viewer.ts'

export interface Person {
  id: string
  isCreator: boolean
}

interface CallInput {
  params?: object
  body?: unknown
  /** The content type of a body that is not JSON. */
  type?: string
}

/** Makes calls as people, who sign in when they have to. */
export interface Callers {
  /** Returns the answer, or null where the product refuses: the thing may have just been deleted. */
  call: <T>(person: Person, endpoint: EndpointDefinition, input?: CallInput) => Promise<T | null>
  signUp: (subject: string) => Promise<Person>
  signIn: (person: Person) => Promise<void>
  forget: (person: Person) => void
  /** How many calls were refused since the start, by status. */
  refused: Map<number, number>
}

export function createCallers(
  app: FastifyInstance,
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
): Callers {
  const name = cookieNames(env.publicUrl).session
  const tokens = new Map<string, string>()
  const refused = new Map<number, number>()

  const signIn = async ({ id }: Person): Promise<void> => {
    const token = randomBytes(32).toString('base64url')
    const old = tokens.get(id)
    tokens.set(id, token)
    await createSession(db, {
      tokenHash: hashToken(token),
      replaces: old === undefined ? null : hashToken(old),
      userId: id,
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0',
      idToken: '',
      signedInAt: now(),
    })
  }
  const signingIn = new Map<string, Promise<void>>()
  /** The calls of one visit sign in once. */
  const signInOnce = (person: Person): Promise<void> => {
    const running =
      signingIn.get(person.id) ?? signIn(person).finally(() => signingIn.delete(person.id))
    signingIn.set(person.id, running)
    return running
  }
  const inject = (person: Person, endpoint: EndpointDefinition, input: CallInput) =>
    app.inject({
      method: endpoint.method,
      url: endpointUrl(endpoint, { params: input.params }),
      ...(input.body === undefined ? {} : { payload: input.body as object }),
      headers: {
        origin: env.publicUrl,
        cookie: `${name}=${tokens.get(person.id) ?? ''}`,
        ...(input.type === undefined ? {} : { 'content-type': input.type }),
      },
    })

  return {
    refused,
    signIn,
    forget: ({ id }) => void tokens.delete(id),
    call: async <T>(person: Person, endpoint: EndpointDefinition, input: CallInput = {}) => {
      if (!tokens.has(person.id) || signingIn.has(person.id)) await signInOnce(person)
      const token = tokens.get(person.id)
      let answer = await inject(person, endpoint, input)
      if (answer.statusCode === 401) {
        // Another call of the same visit may have signed in again by now.
        if (tokens.get(person.id) === token) await signInOnce(person)
        else await signingIn.get(person.id)
        answer = await inject(person, endpoint, input)
      }
      const { statusCode, body } = answer
      if (statusCode >= 500)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${statusCode}: ${body}`)
      if (statusCode >= 300) {
        refused.set(statusCode, (refused.get(statusCode) ?? 0) + 1)
        return null
      }
      return (body === '' ? null : JSON.parse(body)) as T
    },
    signUp: async (subject) => {
      const { id } = await db.transaction().execute((trx) =>
        findOrCreateUser(
          trx,
          {
            issuer: env.oidc.issuer,
            subject,
            email: `${subject}@example.com`,
            emailVerified: true,
            firstName: 'Ines',
            lastName: subject,
            provenAt: null,
            sid: null,
            idToken: '',
          },
          { isOwner: false },
        ),
      )
      return { id, isCreator: false }
    },
  }
}
