import { createHmac } from 'node:crypto'

/** The header by which a receiver knows who sent it; its time is the real one. */
export function sign(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}
