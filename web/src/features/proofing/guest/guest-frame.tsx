import './guest.css'
import type { ReactNode } from 'react'
import { PlinthMark } from '../../../ui/layout/logo.tsx'
import { texts } from './guest-texts.ts'

/** Where a guest's bar begins: they have nothing to go back to. */
export const GuestHome = () => (
  <a href="/" aria-label={texts.home} className="guest-home">
    <PlinthMark />
  </a>
)

/** The page of a guest who is not in a room: a bar, and what is to be said. */
export const GuestFrame = ({
  title,
  line,
  children,
}: {
  title: string
  line?: string
  children: ReactNode
}) => (
  <div className="guest-page">
    <header className="guest-bar">
      <GuestHome />
      <div className="proof-name">
        <h1 className="display truncate text-18 text-ink">{title}</h1>
        {line === undefined ? null : <p className="truncate text-13 text-ink-3">{line}</p>}
      </div>
    </header>
    {children}
  </div>
)
