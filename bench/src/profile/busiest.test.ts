import { expect, it } from 'vitest'
import { busiest } from './busiest.ts'

it('shares the busy time among files, packages and functions', () => {
  const node = (id: number, functionName: string, url: string) => ({
    id,
    callFrame: { functionName, url, lineNumber: 9 },
  })
  const text = busiest({
    nodes: [
      node(1, '(idle)', ''),
      node(2, 'findPage', 'file:///a/server/src/features/posts/feed.ts'),
      node(3, 'query', 'file:///a/node_modules/pg/lib/client.js'),
      node(4, '(garbage collector)', ''),
    ],
    samples: [1, 2, 3, 2, 4],
    timeDeltas: [500_000, 300_000, 400_000, 200_000, 100_000],
  })
  expect(text).toContain('Busy for 1.0 s, idle for 0.5 s.')
  expect(text).toContain(' 50.0 %  server/src/features/posts/feed.ts\n')
  expect(text).toContain(' 50.0 %  findPage server/src/features/posts/feed.ts:10\n')
  expect(text).toContain(' 40.0 %  pg\n')
  expect(text).toContain(' 40.0 %  query node_modules/pg/lib/client.js:10')
  expect(text).toContain(' 10.0 %  (garbage collector)\n')
})
