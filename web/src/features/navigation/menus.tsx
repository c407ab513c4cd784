import { Link, type LinkProps } from '@tanstack/react-router'
import {
  BadgeDollarSign,
  Bookmark,
  ChartNoAxesColumn,
  Compass,
  FilePen,
  Handshake,
  Heart,
  House,
  LayoutGrid,
  LogOut,
  Megaphone,
  MessageCircle,
  ReceiptText,
  Settings,
  Shield,
  SquarePen,
  Upload,
  type LucideIcon,
} from 'lucide-react'
import { LOGOUT_PATH } from '@plinth/contract/people/session.ts'
import { postDialog } from '../../lib/routing/dialog-search.ts'
import type { LateList } from '../../ui/overlay/late-menu.tsx'
import { MenuItem, MenuLine, MenuList } from '../../ui/overlay/menu-list.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { texts } from './navigation-texts.ts'
import { toUpload } from './links.ts'
import { placeTexts } from './place-texts.ts'
import { texts as visitorTexts } from './visitor-texts.ts'

/** All pages of this person, also those that the bar shows. */
export function BarMenu(props: LateList) {
  const viewer = useViewer()
  return (
    <MenuList {...props}>
      <Place to="/" icon={House} words={placeTexts.home} />
      <Place to="/explore" icon={Compass} words={placeTexts.explore} />
      <Place to="/settings" icon={Settings} words={placeTexts.settings} />
      <Place to="/messages" icon={MessageCircle} words={texts.messages} />
      <Place to="/projects" icon={Handshake} words={placeTexts.projects} />
      <Place to="/statement" icon={ReceiptText} words={placeTexts.statement} />
      <Place to="/liked-posts" icon={Heart} words={placeTexts.liked} />
      <Place to="/saved-posts" icon={Bookmark} words={placeTexts.saved} />
      <Place to="/boards" icon={LayoutGrid} words={placeTexts.boards} />
      {viewer?.isCreator ? (
        <>
          <Place to="/drafts" icon={FilePen} words={placeTexts.drafts} />
          <Place to="/analytics" icon={ChartNoAxesColumn} words={placeTexts.analytics} />
        </>
      ) : null}
      <Place to="/subscribe" icon={BadgeDollarSign} words={placeTexts.subscribe} />
      <Place to="/advertise" icon={Megaphone} words={placeTexts.advertise} />
      {viewer?.isAdmin ? <Place to="/admin" icon={Shield} words={placeTexts.admin} /> : null}
      <MenuLine />
      {viewer?.isCreator ? (
        <Place {...toUpload} icon={Upload} words={placeTexts.uploadWork} />
      ) : null}
      <MenuItem asChild>
        <a href={LOGOUT_PATH}>
          <LogOut size={20} aria-hidden />
          {texts.logout}
        </a>
      </MenuItem>
      <MenuLine />
      <div role="group" aria-label={placeTexts.legal} className="flex text-13">
        {(['terms', 'privacy', 'imprint'] as const).map((page) => (
          <MenuItem key={page} asChild className="flex-1 justify-center px-2!">
            <Link to={`/${page}`}>{visitorTexts[page]}</Link>
          </MenuItem>
        ))}
      </div>
    </MenuList>
  )
}

/** What a creator can add: a post or a work. */
export function AddMenu(props: LateList) {
  return (
    <MenuList {...props} align="center">
      <Place {...postDialog} icon={SquarePen} words={texts.createPost} />
      <Place {...toUpload} icon={Upload} words={placeTexts.uploadWork} />
    </MenuList>
  )
}

/** A link with an icon. */
const Place = ({ icon: Icon, words, ...link }: LinkProps & { icon: LucideIcon; words: string }) => (
  <MenuItem asChild>
    <Link {...link}>
      <Icon size={20} aria-hidden />
      {words}
    </Link>
  </MenuItem>
)
