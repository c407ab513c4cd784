import './styles/base.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { askToSignIn } from './features/session/acts.ts'
import { viewerQuery } from './features/session/session-api.ts'
import { goToLogin } from './features/session/unauthorized.ts'
import { readBoot, seed, makeQueryClient } from './lib/cache/query-client.ts'
import { makeRouter } from './router.tsx'
import { visitorTree } from './visitor-routes.tsx'

const queryClient = makeQueryClient({
  onUnauthorized: goToLogin,
  onStale: (name, sent) => askToSignIn({ kind: 'again', name, sent }),
})
seed(queryClient, readBoot())
const root = document.querySelector('#root')

/**
 * Loads the first screen before rendering, so that it replaces the prerendered one in a single step. Hydrating would
 * not work, because the router's boundaries differ between server and browser. There is no top-level await, because the
 * screens' chunks import this one and would wait for it forever.
 */
async function start() {
  const viewer = await queryClient.ensureQueryData(viewerQuery)
  const tree = viewer === null ? visitorTree : (await import('./member-routes.tsx')).memberTree
  const router = makeRouter({ tree, queryClient })
  await router.load()
  const draw = () => {
    if (root) createRoot(root).render(<App router={router} queryClient={queryClient} />)
  }
  // If the page is already there from the server, it is drawn in slices, between which it keeps answering.
  if (root?.firstElementChild) startTransition(draw)
  else draw()
  // Needed when the first link is followed.
  void import('./transitions.ts').then(({ addTransitions }) => addTransitions(router))
}
void start()
