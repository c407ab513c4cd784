// A person who signs in at the sandbox, reads pages and writes, over the address of one server.
import { setTimeout as sleep } from 'node:timers/promises'

const READY_MS = 60_000

/** A browser without a screen: it keeps cookies, and reaches the public address at the server's own one. */
export function openBrowser({ publicUrl, origin }) {
  const jars = new Map()
  const jarOf = (url) => {
    const { host } = new URL(url)
    if (!jars.has(host)) jars.set(host, new Map())
    return jars.get(host)
  }
  const send = async (address, init = {}) => {
    const url = new URL(address, publicUrl).href
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const ours = url.startsWith(publicUrl)
    const answer = await fetch(ours ? origin + url.slice(publicUrl.length) : url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      ...init,
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        origin: new URL(url).origin,
        ...(ours ? { 'x-forwarded-proto': 'https' } : {}),
        ...init.headers,
      },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return { url, answer }
  }
  /** Follows redirects. Resolves to the last address and answer. */
  const visit = async (address, init) => {
    let seen = await send(address, init)
    for (let hops = 0; hops < 12; hops += 1) {
      const location = seen.answer.headers.get('location')
      if (location === null) return seen
      seen = await send(new URL(location, seen.url).href)
    }
    throw new Error(`${address} leads from one redirect to the next.`)
  }
  const call = async (method, path, body) => {
    const isForm = body instanceof FormData
    const { answer } = await send(path, {
      method,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      headers: body === undefined || isForm ? {} : { 'content-type': 'application/json' },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
    return text === '' ? null : JSON.parse(text)
  }
  /** Submits a form of the sandbox's sign-in page. Ends at Plinth's first page. */
  const signIn = async (name, form) => {
    const page = await visit('/api/login')
    const { origin: issuer, pathname } = new URL(page.url)
    const [, , interaction] = pathname.split('/')
    const end = await visit(`${issuer}/sign-in/${interaction}/${name}`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    if (!end.url.startsWith(publicUrl) || !end.answer.ok)
      throw new Error(`Signing in ended at ${end.url} with status ${end.answer.status}.`)
    return call('GET', '/api/auth/user')
  }
  return { visit, call, signIn }
}

/** Opens an account at the sandbox. Resolves to a browser in which its person is signed in. */
export async function signUp(at, firstName) {
  const browser = openBrowser(at)
  const email = `${firstName}-${Date.now()}@example.com`.toLowerCase()
  const password = 'a long enough secret'
  const user = await browser.signIn('create', { firstName, lastName: 'Operator', email, password })
  await browser.call('POST', '/api/welcome', { workIds: [] })
  return { ...browser, user, email, password }
}

/** The same person at another server. */
export async function signInAgain(at, { email, password }) {
  const browser = openBrowser(at)
  const user = await browser.signIn('password', { email, password })
  return { ...browser, user, email, password }
}

/** Publishes a picture and comments on it. Resolves once the picture is processed. */
export async function writePost(person, title) {
  const { makePicture } = await import('../../../server/test/media/pictures.ts')
  const png = await makePicture('image/png', 640, 480)
  const form = new FormData()
  form.set('title', title)
  form.set('media_0', new Blob([png], { type: 'image/png' }), 'picture.png')
  const { id } = await person.call('POST', '/api/posts', form)
  for (const end = Date.now() + READY_MS; ; await sleep(200)) {
    if ((await readPost(person, id)).isReady) break
    if (Date.now() > end) throw new Error(`The picture of ${title} was not processed in time.`)
  }
  await person.call('POST', `/api/posts/${id}/comments`, { content: `About ${title}` })
  return id
}

export const readPost = (person, id) => person.call('GET', `/api/posts/${id}`)

/** Throws unless the post, its comment and its picture can be read. */
export async function expectPost(person, id) {
  const post = await readPost(person, id)
  const comments = await person.call('GET', `/api/posts/${id}/comments`)
  if (comments.length !== 1) throw new Error(`The comment of ${post.title} is missing.`)
  const { answer } = await person.visit(post.media[0].picture.originalUrl)
  if (!answer.ok) throw new Error(`The picture of ${post.title}: status ${answer.status}.`)
  await answer.arrayBuffer()
}
