import { Link } from '@tanstack/react-router'
import { Compass, Menu as MenuIcon, MessageCircle, Search, SquarePen, Upload } from 'lucide-react'
import { lazy } from 'react'
import { postDialog } from '../../lib/routing/dialog-search.ts'
import { Button } from '../../ui/actions/button.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { CountDot } from '../../ui/layout/badge.tsx'
import { LateMenu } from '../../ui/overlay/late-menu.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { BarPlaces } from './bar-places.tsx'
import { toUpload } from './links.ts'
import { messagesName, useUnreadMessages } from './navigation-state.ts'
import { texts } from './navigation-texts.ts'
import { SearchField } from './search-field.tsx'
import { texts as visitorTexts } from './visitor-texts.ts'

const BarMenu = lazy(async () => ({ default: (await import('./menus.tsx')).BarMenu }))

/**
 * The right side of the top bar. Where it gets narrow, icons replace words and pages move into the menu, which contains
 * all of them; on phones only search, Explore, the messages and the menu are left.
 */
export function BarActions({ isCreator }: { isCreator: boolean }) {
  const isAdmin = useViewer()?.isAdmin === true
  return (
    <div className="bar-actions min-w-0">
      <SearchField placeholder={visitorTexts.search.short} className="bar-search w-70" />
      <IconButton name={visitorTexts.search.short} className="bar-icon bar-find" asChild>
        <Link to="/search">
          <Search size={20} aria-hidden />
        </Link>
      </IconButton>
      <IconButton name={visitorTexts.explore} className="bar-icon desktop:hidden" asChild>
        <Link to="/explore" activeOptions={{ includeSearch: false }}>
          <Compass size={20} aria-hidden />
        </Link>
      </IconButton>
      <MessagesLink />
      <div className="bar-far">
        <BarPlaces isCreator={isCreator} isAdmin={isAdmin} />
      </div>
      <Button asChild className="bar-wide">
        <Link {...postDialog}>{texts.createPost}</Link>
      </Button>
      <IconButton name={texts.createPost} tone="filled" asChild className="bar-narrow">
        <Link {...postDialog}>
          <SquarePen size={20} aria-hidden />
        </Link>
      </IconButton>
      {isCreator ? (
        <Button variant="primary" asChild className="bar-upload max-tablet:hidden">
          <Link {...toUpload} aria-label={texts.upload}>
            <Upload size={18} aria-hidden />
            <span className="bar-word">{texts.upload}</span>
          </Link>
        </Button>
      ) : null}
      <LateMenu
        list={BarMenu}
        trigger={
          <IconButton name={texts.menu}>
            <MenuIcon size={20} aria-hidden />
          </IconButton>
        }
      />
    </div>
  )
}

/** Link to the messages, with the number of unread conversations. */
function MessagesLink() {
  const unread = useUnreadMessages()
  return (
    <IconButton name={messagesName(unread)} className="bar-icon" asChild>
      <Link to="/messages">
        <MessageCircle size={20} aria-hidden />
        <span aria-hidden className="absolute top-0 right-0">
          <CountDot value={unread} label="" />
        </span>
      </Link>
    </IconButton>
  )
}
