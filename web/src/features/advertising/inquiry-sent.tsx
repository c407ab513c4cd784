import { useEffect, useRef } from 'react'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { Ledge } from '../../ui/wall/ledge.tsx'
import { texts } from './advertising-texts.ts'

/** In the form's place. The heading takes the focus that the button had. */
export function InquirySent({ email, onAnother }: { email: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="max-w-130 pt-4">
      <h2 ref={heading} tabIndex={-1} className="text-32 text-ink display outline-none">
        {texts.sent.title}
      </h2>
      <Ledge glow={30} className="mt-5 mb-6" />
      <p className="text-18 text-ink-2">
        {texts.sent.line} <strong className="font-semibold break-words text-ink">{email}</strong>.
      </p>
      <button type="button" className={buttonVariants({ className: 'mt-8' })} onClick={onAnother}>
        {texts.sent.another}
      </button>
    </div>
  )
}
