import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'

const COST = { N: 2 ** 15, r: 8, p: 1 }
const LENGTH = 32

/** `N$r$p$salt$key`, so that the cost can rise without locking anybody out. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return [COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$')
}

/** Takes as long for an account that does not exist: time must not tell who has one. */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
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
    // Twice what scrypt needs with these figures; Node's own limit is exactly what it needs.
    const options = { ...cost, maxmem: 64 * 1024 * 1024 }
    scrypt(password.normalize('NFKC'), salt, LENGTH, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
