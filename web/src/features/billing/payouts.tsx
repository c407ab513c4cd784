import './subscribe.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import {
  confirmPayouts,
  connectPayouts,
  type PayoutAccount,
} from '@plinth/contract/money/billing.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { price } from '../../lib/format/format.ts'
import { useLeaveTo } from '../../lib/routing/use-leave-to.ts'
import type { StatementSearch } from '../../lib/routing/billing-search.ts'
import { Button } from '../../ui/actions/button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { payoutsQuery, storePayouts } from './billing-api.ts'
import { payoutTexts as texts } from './billing-texts.ts'
import { showCallError } from '../session/unauthorized.ts'

interface PayoutsProps {
  /** How the viewer returned from the card provider. */
  back?: StatementSearch['payouts']
  /** Whether this is the main action of the screen. */
  isMain?: boolean
}

/** The creator's bank account, with the next thing to do about it. */
export function Payouts({ back, isMain = false }: PayoutsProps) {
  const query = useQuery(payoutsQuery)
  return (
    <section aria-labelledby="payouts" className="mt-10">
      <h2 id="payouts" className="display text-20 text-ink">
        {texts.title}
      </h2>
      <Back back={back} />
      <QueryView
        query={query}
        skeleton={<Skeleton className="mt-2 h-36 max-w-120 max-tablet:h-40" />}
        failed={texts.failed}
      >
        {(account) => <Account account={account} isMain={isMain} />}
      </QueryView>
    </section>
  )
}

const BUTTONS = { none: texts.connect, incomplete: texts.finish, ready: texts.manage } as const

function Account({ account, isMain }: { account: PayoutAccount; isMain: boolean }) {
  const { state, waiting, paidOut } = account
  const { go, isLeaving } = useLeaveTo({
    resume: 'payouts',
    open: async (_page: 'connect', idempotencyKey) =>
      (await call(connectPayouts, { idempotencyKey })).url,
    onFailed: (error) => {
      showCallError(error, texts.errorTitle, texts.openFailed)
    },
  })
  return (
    <>
      <p className="mt-2 max-w-[58ch] text-14 text-ink-2">{texts[state]}</p>
      {waiting === 0 && paidOut === 0 ? null : (
        <dl className="money-sums flex flex-wrap gap-y-2 gap-x-12 mt-4 tnum">
          {waiting === 0 ? null : (
            <div>
              <dt>{texts.waiting}</dt>
              <dd>
                <strong>{price(waiting)}</strong>
                {state === 'ready' ? null : (
                  <span className="block text-13 text-ink-3">{texts.waitingNote}</span>
                )}
              </dd>
            </div>
          )}
          {paidOut === 0 ? null : (
            <div>
              <dt>{texts.paidOut}</dt>
              <dd>
                <strong>{price(paidOut)}</strong>
              </dd>
            </div>
          )}
        </dl>
      )}
      <Button
        variant={isMain && state !== 'ready' ? 'primary' : 'secondary'}
        className="mt-4"
        busy={isLeaving && texts.opening}
        onClick={() => go('connect')}
      >
        {BUTTONS[state]}
      </Button>
    </>
  )
}

/** After the viewer returns from connecting a bank account: asks the card provider about it. */
function Back({ back }: Pick<PayoutsProps, 'back'>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery({
    ...answerOf(confirmPayouts),
    enabled: back === 'done',
    staleTime: 0,
    gcTime: 0,
  })
  const take = useEffectEvent((account: PayoutAccount) => {
    storePayouts(client, account)
    if (account.state === 'ready')
      toast({ title: texts.connected.title, description: texts.connected.line })
    void navigate({
      to: '.',
      search: ({ payouts: _payouts, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    })
  })
  const { data, error } = query
  useEffect(() => {
    if (data !== undefined) take(data)
  }, [data])
  if (back === undefined) return null
  return (
    <p role="status" className="mt-2 text-14 text-warning">
      {back === 'again'
        ? texts.again
        : error === null
          ? `${texts.asking}...`
          : `${texts.askFailed} ${sentenceOf(error, '')}`}
    </p>
  )
}
