import { randomUUID, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

interface Account {
  subject: string
  firstName: string
  lastName: string
  email: string
}

/** An account that is entered with one click, and how the page describes it. */
export interface DemoAccount extends Account {
  role: 'creator' | 'follower' | 'admin'
  line: string
  /** Path of a portrait on this server. */
  avatar: string | null
}

export interface Accounts {
  find: (subject: string) => Promise<Account | null>
  /** Null when another account has that email. */
  create: (person: Omit<Account, 'subject'>, password: string) => Promise<Account | null>
  /** Inserts or updates a demo account, even if another process does so at the same time. */
  save: (account: Account) => Promise<void>
  /** Deletes the account, so that nobody can sign in to it. */
  end: (subject: string) => Promise<void>
  /** `throttled` after ten wrong passwords for one account from one address in ten minutes. */
  signIn: (
    email: string,
    password: string,
    address: string,
  ) => Promise<Account | 'wrong' | 'throttled'>
}

const MAX_GUESSES = 10
const WINDOW = "interval '10 minutes'"
const COLUMNS = 'subject, first_name as "firstName", last_name as "lastName", email'

export function createAccounts(database: Pool): Accounts {
  const one = async <T extends object>(text: string, values: unknown[]): Promise<T | null> =>
    (await database.query<T>(text, values)).rows[0] ?? null

  return {
    find: (subject) => one(`select ${COLUMNS} from accounts where subject = $1`, [subject]),

    create: async (person, password) =>
      one(
        `insert into accounts (subject, first_name, last_name, email, password_hash)
         values ($1, $2, $3, $4, $5) on conflict do nothing returning ${COLUMNS}`,
        [
          randomUUID(),
          person.firstName,
          person.lastName,
          person.email,
          await hashPassword(password),
        ],
      ),

    save: async ({ subject, firstName, lastName, email }) => {
      const values = [subject, firstName, lastName, email]
      // `on conflict (subject)` would still fail on the email that the other process inserts.
      await database.query(
        `insert into accounts (subject, first_name, last_name, email) values ($1, $2, $3, $4)
         on conflict do nothing`,
        values,
      )
      const { rowCount } = await database.query(
        `update accounts set first_name = $2, last_name = $3, email = $4 where subject = $1`,
        values,
      )
      if (rowCount === 0) throw new Error(`The e-mail of ${subject}, ${email}, is somebody else’s.`)
    },

    end: async (subject) => {
      await database.query('delete from accounts where subject = $1', [subject])
    },

    signIn: async (email, password, address) => {
      const who = `${email.toLowerCase()} ${address}`
      if (!(await countGuess(database, who))) return 'throttled'
      const account = await one<Account & { hash: string | null }>(
        `select ${COLUMNS}, password_hash as hash from accounts where lower(email) = lower($1)`,
        [email],
      )
      const isRight = await checkPassword(password, account?.hash ?? null)
      if (account === null || !isRight) return 'wrong'
      await database.query('delete from password_guesses where who = $1', [who])
      return account
    },
  }
}

/** Counts a guess before checking it, in one locked row, so that many parallel guesses gain nothing. */
async function countGuess(database: Pool, who: string): Promise<boolean> {
  const { rows } = await database.query<{ count: number }>(
    `insert into password_guesses as g (who, count, since) values ($1, 1, now())
     on conflict (who) do update set
       count = case when g.since < now() - ${WINDOW} then 1 else g.count + 1 end,
       since = case when g.since < now() - ${WINDOW} then now() else g.since end
     returning count`,
    [who],
  )
  return (rows[0]?.count ?? 0) <= MAX_GUESSES
}

export async function deleteOldGuesses(database: Pool): Promise<void> {
  await database.query(`delete from password_guesses where since < now() - ${WINDOW}`)
}

export async function loadDemoAccounts(
  accounts: Accounts,
  file: string | null,
): Promise<DemoAccount[]> {
  if (file === null) return []
  const demoAccounts = JSON.parse(await readFile(file, 'utf8')) as DemoAccount[]
  for (const account of demoAccounts) await accounts.save(account)
  return demoAccounts
}

const COST = { N: 2 ** 15, r: 8, p: 1 }
const LENGTH = 32

/** Returns `N$r$p$salt$key`: the cost is stored too, so it can be raised without locking anybody out. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return [COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Takes equally long without an account (`hash` null), so the response time doesn't reveal who has one. */
async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  if (hash === null) {
    await derive(password, Buffer.alloc(16), COST)
    return false
  }
  const [N, r, p, salt = '', key = ''] = hash.split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password, Buffer.from(salt, 'base64'), cost)
  return timingSafeEqual(derived, Buffer.from(key, 'base64'))
}

const derive = (password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Twice what scrypt needs at this cost. Node's default limit is exactly the need, which is too low.
    const options = { ...cost, maxmem: 64 * 1024 * 1024 }
    scrypt(password.normalize('NFKC'), salt, LENGTH, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
