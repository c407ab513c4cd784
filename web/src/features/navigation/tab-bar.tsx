import { Link } from '@tanstack/react-router'
import { Bell, Images, Play, Plus, SquarePen, Upload, UserRound } from 'lucide-react'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { texts } from './navigation-texts.ts'
import { NotificationsWords } from './notifications-words.tsx'
import { overUpload, useOverPost } from './over-screen.ts'
import { TabLink } from './tab-link.tsx'
import { UnreadBadge } from './unread-badge.tsx'

/** The phone's way about, under the thumb. */
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
    {isCreator ? <AddMenu /> : <AddPost />}
    <TabLink tab="notifications" className="tab-bar-item">
      <span className="relative">
        <Bell size={20} aria-hidden />
        <UnreadBadge className="absolute -top-2 left-3" />
      </span>
      <NotificationsWords />
    </TabLink>
    <TabLink tab="profile" className="tab-bar-item">
      <UserRound size={20} aria-hidden />
      {texts.tabs.profile}
    </TabLink>
  </nav>
)

const AddPost = () => (
  <Link {...useOverPost()} aria-label={texts.createPost} className="tab-bar-plus">
    <Plus size={22} aria-hidden />
  </Link>
)

function AddMenu() {
  const overPost = useOverPost()
  return (
    <Menu
      align="center"
      trigger={
        <button type="button" aria-label={texts.add} className="tab-bar-plus">
          <Plus size={22} aria-hidden />
        </button>
      }
    >
      <MenuItem asChild>
        <Link {...overPost}>
          <SquarePen size={20} aria-hidden />
          {texts.createPost}
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link {...overUpload}>
          <Upload size={20} aria-hidden />
          {texts.uploadWork}
        </Link>
      </MenuItem>
    </Menu>
  )
}
