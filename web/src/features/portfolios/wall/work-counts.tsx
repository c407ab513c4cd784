import { Bookmark, Heart } from 'lucide-react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { CountToggle, type ToggleFace } from '../../../ui/actions/count-toggle.tsx'
import { ActLink } from '../../session/act-link.tsx'
import type { MemberAct } from '../../session/use-member-act.ts'
import { useLike, useSave } from '../portfolio-api.ts'
import { texts } from '../portfolio-texts.ts'

interface ToggleProps {
  work: PortfolioItem
  /** Visitors are asked to sign in. */
  isMember: boolean
  /** With a word after the number, as in the dialog; placards show only the number. */
  worded?: boolean
}

/** What a visitor gets in place of the button. */
const askedOf = (isMember: boolean, kind: 'like' | 'save', id: string) => {
  const act: MemberAct = { kind, of: 'portfolio', id }
  return isMember ? undefined : (face: ToggleFace) => <ActLink act={act} {...face} />
}

export function LikeButton({ work, isMember, worded = false }: ToggleProps) {
  const like = useLike()
  return (
    <CountToggle
      pressed={work.isLiked}
      name={texts.likes.like(work.title)}
      icon={<Heart size={worded ? 20 : 15} aria-hidden />}
      value={work.likeCount}
      word={texts.likes.likeWord(work.likeCount)}
      alone={texts.likes.likeAlone}
      worded={worded}
      onPress={() => like(work.id, work.isLiked, !work.isLiked)}
      instead={askedOf(isMember, 'like', work.id)}
    />
  )
}

export function SaveButton({ work, isMember, worded = false }: ToggleProps) {
  const save = useSave()
  return (
    <CountToggle
      pressed={work.isSaved}
      name={texts.likes.save(work.title)}
      icon={<Bookmark size={worded ? 20 : 16} aria-hidden />}
      // A placard has room for the button only.
      value={worded ? work.saveCount : 0}
      word={texts.likes.saveWord(work.saveCount)}
      alone={texts.likes.saveAlone}
      worded={worded}
      onPress={() => save(work.id, work.isSaved, !work.isSaved)}
      instead={askedOf(isMember, 'save', work.id)}
    />
  )
}
