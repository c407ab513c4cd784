import { Link } from '@tanstack/react-router'
import { Bell, Images, Play, Plus, UserRound } from 'lucide-react'
import { lazy } from 'react'
import { LateMenu } from '../../ui/overlay/late-menu.tsx'
import { texts } from './navigation-texts.ts'
import { NotificationsLabel, TabLink, UnreadBadge } from './tab-link.tsx'
import { postDialog } from '../../lib/routing/dialog-search.ts'

const AddMenu = lazy(async () => ({ default: (await import('./menus.tsx')).AddMenu }))

/** The navigation at the bottom of phone screens. */
export const TabBar = ({ isCreator }: { isCreator: boolean }) => (
  <nav aria-label={texts.main} className="tab-bar tablet:hidden">
    <TabLink tab="for-you" className="tab-bar-item">
      <Play size={20} aria-hidden />
      {texts.tabs['for-you']}
    </TabLink>
    <TabLink tab="portfolios" className="tab-bar-item">
      <Images size={20} aria-hidden />
      {texts.tabs.portfolios}
    </TabLink>
    {isCreator ? <AddMore /> : <AddPost />}
    <TabLink tab="notifications" className="tab-bar-item">
      <span className="relative">
        <Bell size={20} aria-hidden />
        <UnreadBadge className="absolute -top-2 left-3" />
      </span>
      <NotificationsLabel />
    </TabLink>
    <TabLink tab="profile" className="tab-bar-item">
      <UserRound size={20} aria-hidden />
      {texts.tabs.profile}
    </TabLink>
  </nav>
)

const AddPost = () => (
  <Link {...postDialog} aria-label={texts.createPost} className="tab-bar-plus">
    <Plus size={22} aria-hidden />
  </Link>
)

const AddMore = () => (
  <LateMenu
    list={AddMenu}
    trigger={
      <button type="button" aria-label={texts.add} className="tab-bar-plus">
        <Plus size={22} aria-hidden />
      </button>
    }
  />
)
