// How soon somebody who watches a post at one server hears of a comment that was written at another.
import { pickPeople } from './writers.mjs'

const PATIENCE_MS = 10_000

/** The milliseconds from sending each comment to the event, for every pair of servers in each round. */
export async function timeEvents(rig, rounds) {
  const [viewer, writer] = await pickPeople({ ...rig, count: 2 })
  const times = []
  for (const at of rig.servers) {
    const stream = await openStream(rig, viewer, at)
    for (let round = 0; round < rounds; round += 1) {
      for (const from of rig.servers.filter((other) => other !== at)) {
        const began = performance.now()
        const heard = stream.next(
          (event) => event.type === 'comments' && event.postId === viewer.postId,
        )
        await call(rig, writer, from, 'POST', `/api/posts/${viewer.postId}/comments`, {
          content: `Comment ${round} at ${from.name}`,
        })
        await heard
        times.push({ from: from.name, at: at.name, ms: performance.now() - began })
      }
    }
    stream.close()
  }
  return times
}

/** Opens a live stream at a server and watches the viewer's post there. */
async function openStream(rig, viewer, server) {
  const ending = new AbortController()
  const answer = await fetch(`${server.origin}/api/live`, {
    headers: { cookie: viewer.cookie },
    signal: ending.signal,
  })
  if (!answer.ok) throw new Error(`${server.name} opened no stream: ${answer.status}`)
  const waiting = new Set()
  const next = (fits) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(one)
        reject(new Error(`${server.name} sent no event within ${PATIENCE_MS / 1_000} seconds.`))
      }, PATIENCE_MS)
      const one = (event) => {
        if (!fits(event)) return
        clearTimeout(timer)
        waiting.delete(one)
        resolve(event)
      }
      waiting.add(one)
    })
  const hello = next((event) => event.type === 'hello')
  readEvents(answer.body, (event) => {
    for (const one of waiting) one(event)
  }).catch((error) => {
    if (!ending.signal.aborted) throw error
  })
  const { id } = await hello
  await call(rig, viewer, server, 'PUT', `/api/live/${id}/watch`, { posts: [viewer.postId] })
  return { next, close: () => ending.abort() }
}

async function readEvents(body, onEvent) {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split('\n\n')
    text = events.pop()
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data:'))
      if (data !== undefined) onEvent(JSON.parse(data.slice('data:'.length)))
    }
  }
}

/** Calls one server, past haproxy. */
export async function call(rig, person, server, method, path, body) {
  const init = {
    method,
    headers: { origin: rig.url, cookie: person.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const answer = await fetch(server.origin + path, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} at ${server.name}: ${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}
