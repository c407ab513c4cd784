import { Link } from '@tanstack/react-router'
import { LogOut, Menu as MenuIcon, SquarePen, Upload } from 'lucide-react'
import { LOGOUT_PATH } from '@plinth/contract/session.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { MessagesLink } from './messages-link.tsx'
import { texts } from './navigation-texts.ts'
import { overUpload, useOverPost } from './over-screen.ts'

/**
 * At the right of the top bar. Where it is narrow, which is sooner for creators, icons and a menu take
 * the place of words; on phones the messages and the menu are left, the rest is in the tab bar.
 */
export function BarActions({ isCreator }: { isCreator: boolean }) {
  const overPost = useOverPost()
  return (
    <div className="bar-actions">
      <MessagesLink />
      <Button asChild className="bar-wide">
        <Link {...overPost}>{texts.createPost}</Link>
      </Button>
      <IconButton name={texts.createPost} tone="filled" asChild className="bar-narrow">
        <Link {...overPost}>
          <SquarePen size={20} aria-hidden />
        </Link>
      </IconButton>
      {isCreator ? (
        <Button variant="primary" asChild className="max-tablet:hidden">
          <Link {...overUpload} aria-label={texts.upload}>
            <Upload size={18} aria-hidden />
            <span className="bar-word">{texts.upload}</span>
          </Link>
        </Button>
      ) : null}
      <Button variant="quiet" asChild className="bar-wide">
        <a href={LOGOUT_PATH}>{texts.logout}</a>
      </Button>
      <Menu
        trigger={
          <IconButton name={texts.menu} className="bar-menu">
            <MenuIcon size={20} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem asChild>
          <a href={LOGOUT_PATH}>
            <LogOut size={20} aria-hidden />
            {texts.logout}
          </a>
        </MenuItem>
      </Menu>
    </div>
  )
}
