import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Ledge } from '../../ui/wall/ledge.tsx'
import { CopyrightForm } from './copyright-form.tsx'
import { copyrightTexts as texts } from './moderation-texts.ts'

/** Copyright holders send notices here, with or without an account. */
export function CopyrightPage() {
  const [number, setNumber] = useState<number | null>(null)
  return (
    <div className="page grid gap-x-16 gap-y-10 pt-12 pb-20 tablet:grid-cols-2">
      <div>
        <h1 className="display text-44 text-ink">{texts.title}</h1>
        <p className="mt-4 text-18 text-ink-2">{texts.lead}</p>
        <ol className="mt-8 grid list-decimal gap-3 pl-5 text-16 text-ink-2">
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      {number === null ? (
        <CopyrightForm onSent={setNumber} />
      ) : (
        <Sent number={number} onAnother={() => setNumber(null)} />
      )}
    </div>
  )
}

/** Replaces the form after sending. The focus moves from the button to the heading. */
function Sent({ number, onAnother }: { number: number; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status">
      <h2 ref={heading} tabIndex={-1} className="display text-32 text-ink outline-none">
        {texts.sent.title(number)}
      </h2>
      <Ledge glow={30} className="mt-5 mb-6" />
      <p className="text-18 text-ink-2">{texts.sent.line}</p>
      <Button className="mt-8" onClick={onAnother}>
        {texts.sent.another}
      </Button>
    </div>
  )
}
