import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import {
  FIRST_WORKS,
  getDashboard,
  hideSteps,
  type Dashboard,
} from '@plinth/contract/people/home.ts'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { call } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { showError, toast } from '../../../ui/feedback/toast.ts'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { texts } from './home-texts.ts'
import { SectionHead } from './section-head.tsx'

type StepName = 'portrait' | 'works' | 'price' | 'bank'

const LINK = 'text-link hit text-14'

/** What a new creator does first. It goes away when all is done, or when it is hidden. */
export function FirstSteps({
  steps,
  viewer,
}: {
  steps: NonNullable<Dashboard['steps']>
  viewer: OwnUser
}) {
  const client = useQueryClient()
  const words = texts.steps
  const hiding = useSendOnce({
    send: (isHidden: boolean) => call(hideSteps, { body: { isHidden } }),
    onSent: (_, isHidden) => {
      if (isHidden) toast({ title: words.hidden, description: words.hiddenLine })
      return readAgain(client, [getDashboard])
    },
    onFailed: () => showError(words.failed),
  })
  const list: { name: StepName; isDone: boolean }[] = [
    { name: 'portrait', isDone: steps.hasPortrait },
    { name: 'works', isDone: steps.works >= FIRST_WORKS },
    { name: 'price', isDone: steps.hasPrice },
    { name: 'bank', isDone: steps.hasBank },
  ]
  const done = list.filter(({ isDone }) => isDone).length
  // Those that are done come first, so what is left stands together.
  const ordered = list.toSorted((one, other) => Number(other.isDone) - Number(one.isDone))
  const first = ordered.find(({ isDone }) => !isDone)
  return (
    <section aria-labelledby="first-steps">
      <SectionHead id="first-steps" title={words.heading} className="home-steps-head">
        <span className="text-ink-3 tnum">{words.progress(done, list.length)}</span>
      </SectionHead>
      <Progress value={done / list.length} label={words.progress(done, list.length)} />
      <ul className="mt-2">
        {ordered.map((step) => (
          <StepRow key={step.name} {...step} isNext={step === first} viewer={viewer} />
        ))}
      </ul>
      <p className="mt-3 flex gap-4 text-14 text-ink-3">
        <span className="tablet:hidden tnum">{words.countDone(done)}</span>
        <button
          type="button"
          className="hit underline hover:text-ink"
          onClick={() => hiding.send(true)}
        >
          {words.hide}
        </button>
      </p>
    </section>
  )
}

/** The link that leads to where a step is done. */
function StepLink({ name, viewer }: { name: StepName; viewer: OwnUser }) {
  const act = texts.steps[name][2]
  if (name === 'portrait')
    return (
      <Link to="/settings" className={LINK}>
        {act}
      </Link>
    )
  if (name === 'works')
    return (
      <Link to="/" search={{ view: 'profile', dialog: 'upload' }} className={LINK}>
        {act}
      </Link>
    )
  if (name === 'price')
    return (
      <Link {...toPerson(viewer)} className={LINK}>
        {act}
      </Link>
    )
  return (
    <Link to="/statement" className={LINK}>
      {act}
    </Link>
  )
}

interface StepRowProps {
  name: StepName
  isDone: boolean
  isNext: boolean
  viewer: OwnUser
}

function StepRow({ name, isDone, isNext, viewer }: StepRowProps) {
  const [title, line] = texts.steps[name]
  return (
    <li className="home-step" data-done={isDone ? '' : undefined}>
      <span
        aria-hidden
        className="home-step-box"
        data-state={isDone ? 'done' : isNext ? 'next' : 'open'}
      >
        {isDone ? <Check size={15} /> : null}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-16 font-semibold">
          {title}
          <span className="sr-only">{`, ${isDone ? texts.steps.done : texts.steps.open}`}</span>
        </span>
        {isDone ? null : <span className="block text-14 text-ink-3">{line}</span>}
      </span>
      {isDone ? null : <StepLink name={name} viewer={viewer} />}
    </li>
  )
}
