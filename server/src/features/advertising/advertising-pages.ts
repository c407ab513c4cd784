import { listAdvertisingWeeks } from '@plinth/contract/money/advertising.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import type { Deps } from '../../deps.ts'
import type { PageDefinition } from '../../http/pages.ts'
import { readWeeks } from './advertising-routes.ts'

/** Open to everybody. */
export const advertisingPages = ({ db, now }: Pick<Deps, 'db' | 'now'>): PageDefinition[] => [
  {
    path: '/advertise',
    load: async ({ viewer }) => ({
      title: 'Advertise with us',
      description:
        'Plinth is not ad-based. A person reads every inquiry. From $200 per week or $500 per month, custom pricing negotiable.',
      screen: viewer === null ? 'advertise-visitor' : 'advertise-member',
      boot: [[queryKey(listAdvertisingWeeks), await readWeeks(db, now())]],
    }),
  },
]
