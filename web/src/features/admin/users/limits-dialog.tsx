import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminUser } from '@plinth/contract/moderation/admin.ts'
import {
  MAX_LIMIT_DAYS,
  dropPersonLimit,
  getPersonLimits,
  setPersonLimit,
} from '@plinth/contract/moderation/limits.ts'
import { MAX_NOTE_LENGTH } from '@plinth/contract/moderation/moderation.ts'
import { type PersonLimits } from '@plinth/contract/moderation/appeals.ts'
import {
  DAILY_KINDS,
  DAILY_LIMITS,
  MAX_DAILY_LIMIT,
  type DailyKind,
} from '@plinth/contract/people/levels.ts'
import { call } from '../../../lib/api/api.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { putAnswer } from '../../../lib/cache/writes.ts'
import { dayAhead } from '../../../lib/format/days.ts'
import { count, date, fullName } from '../../../lib/format/format.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DateInput } from '../../../ui/form/date-input.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { ReasonForm } from '../../../ui/form/reason-form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { showCallError } from '../../session/unauthorized.ts'
import { useMay } from '../../session/use-may.ts'
import { limitsTexts as words } from './limits-texts.ts'

interface LimitsDialogProps {
  user: AdminUser
  open: boolean
  onClose: () => void
}

const limitsQuery = ({ id }: AdminUser) => ({
  ...answerOf(getPersonLimits, { params: { id } }),
  staleTime: 0,
})

/** What one person may do in a day, and their strikes. Who may sets limits for them alone. */
export const LimitsDialog = ({ open, ...props }: LimitsDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(props.onClose)}
    title={words.title(fullName(props.user))}
    description={words.says}
    width="narrow"
  >
    <LimitsView {...props} />
  </Dialog>
)

function LimitsView({ user, onClose }: Omit<LimitsDialogProps, 'open'>) {
  const mayDo = useMay()
  // Only who manages staff acts on the accounts of staff.
  const maySet = mayDo('limits.set') && (mayDo('staff.manage') || !user.isAdmin)
  return (
    <QueryView
      query={useQuery(limitsQuery(user))}
      skeleton={
        <div role="status" aria-label={words.loading} className="mt-5 grid gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      }
      failed={words.failed}
    >
      {(limits) => (
        <>
          <p className="mt-4 text-14 text-ink-2">{words.level(limits.level, limits.liveStrikes)}</p>
          <LimitList user={user} limits={limits} maySet={maySet} />
          <StrikeList limits={limits} />
          {maySet ? <LimitForm user={user} onClose={onClose} /> : null}
        </>
      )}
    </QueryView>
  )
}

interface LimitListProps {
  user: AdminUser
  limits: PersonLimits
  maySet: boolean
}

function LimitList({ user, limits: { limits }, maySet }: LimitListProps) {
  const client = useQueryClient()
  const ending = useSendOnce<DailyKind, PersonLimits>({
    send: (kind) => call(dropPersonLimit, { params: { id: user.id, kind } }),
    onSent: (answer) => {
      putAnswer(client, limitsQuery(user), answer)
      toast({ title: words.isEnded, variant: 'success' })
    },
    onFailed: (error) => showCallError(error, words.sendFailed, words.tryLater),
  })
  return (
    <ul className="mt-3 border-b border-line">
      {limits.map(({ kind, allowed, used, own }) => (
        <li
          key={kind}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2.5 text-14"
        >
          <span className="min-w-0 flex-1 text-ink">
            {DAILY_LIMITS[kind].label}
            {own === null ? null : (
              <span className="block wrap-anywhere text-13 text-ink-3">
                {words.own(date(own.until), own.reason)}
              </span>
            )}
          </span>
          <span className="tnum text-ink-2">{words.used(count(used), count(allowed))}</span>
          {own === null || !maySet ? null : (
            <Button
              aria-label={words.endOf(DAILY_LIMITS[kind].label)}
              disabled={ending.isSending}
              onClick={() => ending.send(kind)}
            >
              {words.end}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const StrikeList = ({ limits: { strikes } }: { limits: PersonLimits }) => (
  <>
    <h3 className="mt-6 text-14 font-semibold text-ink">{words.strikes}</h3>
    {strikes.length === 0 ? (
      <p className="mt-2 text-14 text-ink-3">{words.noStrikes}</p>
    ) : (
      <ul className="mt-2 border-b border-line">
        {strikes.map((strike) => (
          <li key={strike.id} className="border-t border-line py-2.5 text-14">
            <p className="text-ink">{words.strike(strike, date(strike.until))}</p>
            <p className="wrap-anywhere whitespace-pre-line text-13 text-ink-3">{strike.reason}</p>
          </li>
        ))}
      </ul>
    )}
  </>
)

const KINDS = DAILY_KINDS.map((value) => ({ value, label: DAILY_LIMITS[value].label }))
/** How long a limit lasts unless somebody chooses. */
const USUAL_DAYS = 30

function LimitForm({ user, onClose }: Pick<LimitsDialogProps, 'user' | 'onClose'>) {
  const client = useQueryClient()
  const [kind, setKind] = useState<DailyKind>('comments')
  const [allowed, setAllowed] = useState('')
  const [until, setUntil] = useState(() => dayAhead(USUAL_DAYS))
  const draft = useTextDraft('limit', user.id, { isPerTab: true })
  const isNumber = /^\d+$/.test(allowed) && Number(allowed) <= MAX_DAILY_LIMIT
  const isDay = until > dayAhead(0) && until <= dayAhead(MAX_LIMIT_DAYS - 1)
  const setting = useSendOnce<null, PersonLimits>({
    send: () =>
      call(setPersonLimit, {
        params: { id: user.id, kind },
        body: {
          allowed: Number(allowed),
          reason: draft.text.trim(),
          until: new Date(`${until}T00:00`).toISOString(),
        },
      }),
    onSent: (answer) => {
      putAnswer(client, limitsQuery(user), answer)
      draft.drop()
      setAllowed('')
      toast({ title: words.isSet, variant: 'success' })
    },
    onFailed: (error) => showCallError(error, words.sendFailed, words.tryLater),
  })
  return (
    <>
      <h3 className="mt-6 text-14 font-semibold text-ink">{words.set}</h3>
      <ReasonForm
        note={draft.text}
        onNote={draft.setText}
        label={words.reason}
        hint={words.hint}
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        missing={words.missing}
        lacksChoice={!isNumber || !isDay}
        send={words.send}
        busy={setting.isSending && words.sending}
        cancel={words.close}
        onSend={() => setting.send(null)}
        onCancel={onClose}
      >
        {(isAsked) => (
          <>
            <Field label={words.kind}>
              {(aria) => <Select {...aria} options={KINDS} value={kind} onValueChange={setKind} />}
            </Field>
            <Field
              label={words.allowed}
              hint={words.allowedHint}
              error={isAsked && !isNumber ? words.allowedWrong : undefined}
              required
            >
              {(aria) => (
                <TextInput
                  {...aria}
                  inputMode="numeric"
                  value={allowed}
                  onChange={({ target }) => setAllowed(target.value.trim())}
                />
              )}
            </Field>
            <Field
              label={words.until}
              error={isAsked && !isDay ? words.untilWrong : undefined}
              required
            >
              {(aria) => (
                <DateInput
                  {...aria}
                  min={dayAhead(1)}
                  max={dayAhead(MAX_LIMIT_DAYS - 1)}
                  value={until}
                  onChange={({ target }) => setUntil(target.value)}
                />
              )}
            </Field>
          </>
        )}
      </ReasonForm>
    </>
  )
}
