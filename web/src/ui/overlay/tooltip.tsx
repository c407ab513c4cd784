import { Tooltip as Radix } from 'radix-ui'
import { use, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { EscapeContext } from './escape.ts'
import { landmarkOf } from './landmark.ts'

export const OPEN_DELAY_MS = 700
export const SKIP_DELAY_MS = 300

/** Wraps the members' screens once. After a first tooltip the next ones open faster. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  )
}

/** Explains its only child, a button or a badge. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  const closeDialog = use(EscapeContext)
  const trigger = useRef<HTMLButtonElement>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  return (
    <Radix.Root onOpenChange={() => setLandmark(landmarkOf(trigger.current))}>
      <Radix.Trigger ref={trigger} asChild>
        {children}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          // The library closes only the topmost layer, but one press should close the dialog too.
          onEscapeKeyDown={() => closeDialog?.()}
          className="z-(--z-toast) max-w-64 rounded-control bg-surface-3 px-2.5 py-1.5 text-13 text-ink shadow-pop data-[state=delayed-open]:animate-fade-in"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
