import './members.css'
import { Link } from '@tanstack/react-router'
import { useTitleBadge } from '../../lib/routing/use-document-title.ts'
import { Logo } from '../../ui/layout/logo.tsx'
import { LedgeTab, LedgeTabs } from '../../ui/layout/tabs.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { BarActions } from './bar-actions.tsx'
import { texts } from './navigation-texts.ts'
import { NotificationsLabel, TabLink, UnreadBadge } from './tab-link.tsx'
import { texts as visitorTexts } from './visitor-texts.ts'
import { toUpload } from './links.ts'
import { titleBadge, useUnread } from './navigation-state.ts'

/** The bar at the top of every members' screen. For creators the logo opens the upload. */
export function TopBar({ isCreator }: { isCreator: boolean }) {
  useTitleBadge(titleBadge(useUnread()))
  const hasMuch = useViewer()?.isAdmin === true || isCreator
  return (
    <header className="top-bar" data-much={hasMuch ? '' : undefined}>
      <a href="#main" className="skip-link">
        {texts.skip}
      </a>
      <div className="page bar-row">
        {isCreator ? (
          <Link
            {...toUpload}
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
          {(['for-you', 'portfolios', 'profile'] as const).map((tab) => (
            <LedgeTab key={tab} className="bar-tab">
              <TabLink tab={tab}>{texts.tabs[tab]}</TabLink>
            </LedgeTab>
          ))}
          <LedgeTab className="bar-tab">
            <TabLink tab="notifications">
              <NotificationsLabel />
              <UnreadBadge />
            </TabLink>
          </LedgeTab>
          <LedgeTab className="bar-tab max-desktop:hidden">
            <Link to="/explore" activeOptions={{ includeSearch: false }}>
              {visitorTexts.explore}
            </Link>
          </LedgeTab>
        </LedgeTabs>
        <BarActions isCreator={isCreator} />
      </div>
    </header>
  )
}
