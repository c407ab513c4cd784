import { Bookmark, Heart } from 'lucide-react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { goToSignIn } from '../../../lib/routing/paths.ts'
import { CountToggle } from '../../../ui/actions/count-toggle.tsx'
import { useLike, useSave } from '../portfolio-api.ts'
import { texts } from '../portfolio-texts.ts'

interface ToggleProps {
  work: PortfolioItem
  /** Visitors are sent to sign in. */
  isMember: boolean
  /** With a word after the number, as in the dialog; placards show only the number. */
  worded?: boolean
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
      onPress={() => (isMember ? like(work.id, work.isLiked, !work.isLiked) : goToSignIn())}
    />
  )
}

export function SaveButton({ work, isMember, worded = false }: ToggleProps) {
  const save = useSave()
  return (
    <CountToggle
      pressed={work.isSaved}
      name={texts.likes.save(work.title)}
      icon={<Bookmark size={worded ? 20 : 15} aria-hidden />}
      value={work.saveCount}
      word={texts.likes.saveWord(work.saveCount)}
      alone={texts.likes.saveAlone}
      worded={worded}
      onPress={() => (isMember ? save(work.id, work.isSaved, !work.isSaved) : goToSignIn())}
    />
  )
}
