import './sign-in.css'
import { useLocation } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { Dialog, DialogClose, whenClosed } from '../../ui/overlay/dialog.tsx'
import { TermsSentence } from '../../ui/layout/terms-sentence.tsx'
import { Ledge } from '../../ui/wall/ledge.tsx'
import { askToSignIn, type MemberAct } from './acts.ts'
import { rememberAct } from './pending.ts'
import { backSentence, signInWords, texts } from './sign-in-texts.ts'

/** Asks a visitor to join or log in for what they pressed. Afterwards they are back here and it is done. */
export function SignInDialog({ act }: { act: MemberAct | null }) {
  // The words stay while the dialog animates out.
  const [shown, setShown] = useState(act)
  if (act !== null && act !== shown) setShown(act)
  const here = useLocation({ select: ({ href }) => href })
  const join = useRef<HTMLAnchorElement>(null)
  if (shown === null) return null
  const words = signInWords(shown)
  const back = shown.kind === 'open' ? shown.path : here
  const image = shown.about?.image ?? null
  const remember = () => rememberAct(shown, back)
  return (
    <Dialog
      open={act !== null}
      onOpenChange={whenClosed(() => askToSignIn(null))}
      title={words.title}
      titleHidden
      description={undefined}
      width="narrow"
      bare
      className="sign-in"
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        join.current?.focus()
      }}
    >
      <div className="sign-in-ask">
        <DialogClose className="sign-in-close" />
        {image === null ? null : (
          <div className="sign-in-picture">
            <img src={image} alt="" />
            <Ledge glow={30} />
          </div>
        )}
        <p aria-hidden className="display pr-10 text-32 text-ink">
          {words.title}
        </p>
        <p className="mt-2.5 text-16">{backSentence(words)}</p>
        <p className="text-16">{texts.free}</p>
        <div className="mt-6 grid gap-3 tablet:grid-cols-2">
          <a
            ref={join}
            className={buttonVariants({ variant: 'primary', size: 52 })}
            href={loginUrl(back, { createAccount: true })}
            onClick={remember}
          >
            {texts.join}
          </a>
          <a className={buttonVariants({ size: 52 })} href={loginUrl(back)} onClick={remember}>
            {texts.logIn}
          </a>
        </div>
        <p className="mt-4 text-13 text-ink-3">
          <TermsSentence by="joining" />
        </p>
      </div>
      <p className="sign-in-foot">
        <span>
          {texts.asked} <strong className="font-semibold text-ink">{words.asked}</strong>
        </span>
        <span>{texts.close}</span>
      </p>
    </Dialog>
  )
}
