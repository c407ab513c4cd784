import '../../styles/members.css'
import { Link } from '@tanstack/react-router'
import { LogOut, Menu as MenuIcon, Upload } from 'lucide-react'
import { LOGOUT_PATH } from '@plinth/contract/session.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { LedgeTab, LedgeTabs } from '../../ui/tabs.tsx'
import { texts } from './navigation-texts.ts'
import { OwnProfileLink } from './own-profile-link.tsx'

/** Opens the upload over the wall, whatever the wall is filtered by. */
export const overUpload = {
  to: '/',
  search: <Search extends object>(previous: Search) => ({ ...previous, dialog: 'upload' as const }),
  resetScroll: false,
} as const

/** What stands above every members' screen. For creators the logo opens the upload. */
export function TopBar({ isCreator }: { isCreator: boolean }) {
  return (
    <header className="top-bar">
      <a href="#main" className="skip-link">
        {texts.skip}
      </a>
      <div className="page flex h-(--topbar) items-center gap-9 max-tablet:gap-4">
        {isCreator ? (
          <Link
            {...overUpload}
            aria-label={texts.uploadFromLogo}
            className="inline-flex rounded-badge"
          >
            <Logo />
          </Link>
        ) : (
          <Link to="/" aria-label={texts.home} className="inline-flex rounded-badge">
            <Logo />
          </Link>
        )}
        <LedgeTabs label={texts.main} className="max-tablet:hidden">
          <LedgeTab>
            <Link to="/" activeOptions={{ exact: true, includeSearch: false }}>
              {texts.portfolios}
            </Link>
          </LedgeTab>
          <LedgeTab>
            <OwnProfileLink>{texts.profile}</OwnProfileLink>
          </LedgeTab>
        </LedgeTabs>
        <div className="ml-auto flex items-center gap-2">
          {isCreator ? (
            <Button variant="primary" asChild className="max-tablet:hidden">
              <Link {...overUpload}>
                <Upload size={18} aria-hidden />
                {texts.upload}
              </Link>
            </Button>
          ) : null}
          <Button variant="quiet" asChild className="max-tablet:hidden">
            <a href={LOGOUT_PATH}>{texts.logout}</a>
          </Button>
          <Menu
            trigger={
              <IconButton name={texts.menu} className="tablet:hidden">
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
      </div>
    </header>
  )
}
