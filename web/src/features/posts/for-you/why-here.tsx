import {
  CircleHelp,
  EyeOff,
  Flag,
  Flame,
  Heart,
  History,
  Images,
  Sparkles,
  UserRound,
  UserRoundMinus,
} from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState, type ReactNode } from 'react'
import type { ForYouPost, Reason } from '@plinth/contract/posts/posts.ts'
import { usePhone } from '../../../lib/browser/use-media-query.ts'
import { openReport } from '../../../lib/format/report-state.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { texts } from './for-you-texts.ts'
import type { ForYouFeedback } from './use-feedback.ts'

const ICONS: Record<Reason['kind'], typeof Heart> = {
  follow: UserRound,
  tag: Heart,
  category: Images,
  popular: Flame,
  newcomer: Sparkles,
  fresh: Sparkles,
  older: History,
}

/** Explains why a post is here and offers "not for me", in a popover or, on phones, in a sheet. */
export function WhyHere({ post, feedback }: { post: ForYouPost; feedback: ForYouFeedback }) {
  const isPhone = usePhone()
  const [open, setOpen] = useState(false)
  const act = (action: (post: ForYouPost) => void) => () => {
    setOpen(false)
    action(post)
  }
  const button = (
    <Button aria-label={texts.why.buttonOf(post.title)}>
      <CircleHelp size={18} aria-hidden />
      {texts.why.button}
    </Button>
  )
  const actions = (
    <>
      <Action icon={<EyeOff size={20} aria-hidden />} onClick={act(feedback.hide)}>
        <strong className="font-semibold text-ink">{texts.why.notForMe}</strong>{' '}
        <span className="text-14 text-ink-3">{texts.why.notForMeHint}</span>
      </Action>
      <Action icon={<UserRoundMinus size={20} aria-hidden />} onClick={act(feedback.lessFrom)}>
        <strong className="font-semibold text-ink">
          {texts.why.lessFrom(post.creator.firstName)}
        </strong>
      </Action>
      <Action icon={<Flag size={20} aria-hidden />} onClick={act(report)}>
        <strong className="font-semibold text-ink">{texts.why.report}</strong>
      </Action>
    </>
  )
  if (isPhone) {
    return (
      <Sheet open={open} onOpenChange={setOpen} trigger={button} title={texts.why.title}>
        <Reasons post={post} />
        <div className="mt-3 border-t border-line pt-2">{actions}</div>
      </Sheet>
    )
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{button}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={texts.why.title}
          align="start"
          sideOffset={12}
          collisionPadding={16}
          className="z-(--z-dialog) w-112 max-w-[calc(100vw-32px)] rounded-panel bg-surface-2 p-6 shadow-pop outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        >
          <h3 className="display text-20 text-ink">{texts.why.title}</h3>
          <Reasons post={post} />
          <div className="mt-3 border-t border-line pt-3">{actions}</div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const report = ({ id, creator }: ForYouPost) =>
  openReport({ kind: 'post', id, name: creator.firstName })

function Reasons({ post: { reasons, isPromoted, creator } }: { post: ForYouPost }) {
  return (
    <>
      {reasons.length === 0 ? (
        <p className="mt-3 text-16 text-ink-2">
          {isPromoted ? texts.why.paid(creator.firstName) : texts.why.none}
        </p>
      ) : (
        <ul className="mt-3 grid gap-2">
          {reasons.map(({ kind, text }) => {
            const Icon = ICONS[kind]
            return (
              <li key={text} className="flex items-start gap-3 text-16 text-ink-2">
                <Icon size={16} aria-hidden className="mt-1 shrink-0" />
                {text}
              </li>
            )
          })}
        </ul>
      )}
      {isPromoted ? null : <p className="mt-2.5 text-14 text-ink-3">{texts.why.unpaid}</p>}
    </>
  )
}

const Action = ({
  icon,
  onClick,
  children,
}: {
  icon: ReactNode
  onClick: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    onClick={onClick}
    className="flex min-h-11 w-full items-center gap-3.5 rounded-control px-2 text-start text-16 hover:bg-surface-3"
  >
    {icon}
    <span>{children}</span>
  </button>
)
