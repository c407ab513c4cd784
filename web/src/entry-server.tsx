import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { BootData } from '@plinth/contract/http/query-key.ts'
import { App } from './app.tsx'
import { seed, makeQueryClient } from './lib/cache/query-client.ts'
import { makeRouter } from './router.tsx'
import { visitorTree } from './visitor-routes.tsx'

/** The markup of a visitor's page, drawn from nothing but its boot data. One client and one router per call. */
export async function render(url: string, boot: BootData): Promise<string> {
  const queryClient = makeQueryClient({ forServer: true })
  try {
    seed(queryClient, boot)
    const router = makeRouter({
      tree: visitorTree,
      queryClient,
      history: createMemoryHistory({ initialEntries: [url] }),
      isServer: true,
    })
    await router.load()
    const markup = renderToString(<App router={router} queryClient={queryClient} />)
    // React leaves a screen that throws to the browser, without a word.
    if (markup.startsWith('<!--$!-->')) throw new Error(`${url} cannot be drawn on the server`)
    return markup
  } finally {
    queryClient.clear()
  }
}
