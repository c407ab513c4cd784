import { Link } from '@tanstack/react-router'
import { Images, Plus, UserRound } from 'lucide-react'
import { texts } from './navigation-texts.ts'
import { OwnProfileLink } from './own-profile-link.tsx'
import { overUpload } from './top-bar.tsx'

/** The phone's way about, under the thumb. */
export const TabBar = ({ isCreator }: { isCreator: boolean }) => (
  <nav aria-label={texts.main} className="tab-bar tablet:hidden">
    <Link to="/" activeOptions={{ exact: true, includeSearch: false }} className="tab-bar-item">
      <Images size={20} aria-hidden />
      {texts.portfolios}
    </Link>
    {isCreator ? (
      <Link {...overUpload} aria-label={texts.upload} className="tab-bar-plus">
        <Plus size={22} aria-hidden />
      </Link>
    ) : null}
    <OwnProfileLink className="tab-bar-item">
      <UserRound size={20} aria-hidden />
      {texts.profile}
    </OwnProfileLink>
  </nav>
)
