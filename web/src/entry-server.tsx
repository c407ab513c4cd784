import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { seed, type Boot } from './lib/boot.ts'
import { makeQueryClient } from './lib/query-client.ts'
import { makeRouter } from './router.tsx'

/** The markup of a page, drawn from nothing but its boot data. One client and one router per call. */
export async function render(url: string, boot: Boot): Promise<string> {
  const queryClient = makeQueryClient({ forServer: true })
  try {
    seed(queryClient, boot)
    const router = makeRouter({
      queryClient,
      history: createMemoryHistory({ initialEntries: [url] }),
      isServer: true,
    })
    await router.load()
    return renderToString(<App router={router} queryClient={queryClient} />)
  } finally {
    queryClient.clear()
  }
}
