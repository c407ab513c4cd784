import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isServer } from '../../../lib/browser/environment.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { texts } from '../portfolio-texts.ts'

const SHOWN = 'creator-promo'

/** Whether this browser has shown it before, which it has from now on. */
function wasShown(): boolean {
  if (isServer) return false
  try {
    const shown = localStorage[SHOWN] === 'on'
    localStorage[SHOWN] = 'on'
    return shown
  } catch {
    // Storage is blocked, so every visit is the first.
    return false
  }
}

/** Invites members who are not creators to become one: in full on the first visit, in one line after that. */
export function CreatorPromo() {
  const [isShort] = useState(wasShown)
  return (
    <section
      aria-labelledby="promo"
      className="home-promo"
      data-short={isShort || undefined}
      // The page from the server shortens it by this before the screen is drawn again.
      data-short-after={isServer ? SHOWN : undefined}
    >
      <div>
        <h2 id="promo" className="display">
          {texts.promo.title}
        </h2>
        <p>{texts.promo.text}</p>
      </div>
      <Button asChild variant={isShort ? 'quiet' : 'primary'}>
        <Link to="/subscribe">{texts.promo.button}</Link>
      </Button>
    </section>
  )
}
