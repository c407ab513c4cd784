import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, Settings, Shield, type LucideIcon } from 'lucide-react'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { placeTexts } from './place-texts.ts'

/** Links to a person's pages that the bar shows where it is wide enough. */
export const BarPlaces = ({ isCreator, isAdmin }: { isCreator: boolean; isAdmin: boolean }) => (
  <>
    {isCreator ? (
      <Place to="/analytics" name={placeTexts.analytics} icon={ChartNoAxesColumn} />
    ) : null}
    <Place to="/settings" name={placeTexts.settings} icon={Settings} />
    {isAdmin ? <Place to="/admin" name={placeTexts.admin} icon={Shield} /> : null}
  </>
)

const Place = ({
  to,
  name,
  icon: Icon,
}: {
  to: '/analytics' | '/settings' | '/admin'
  name: string
  icon: LucideIcon
}) => (
  <IconButton name={name} className="bar-icon" asChild>
    <Link to={to}>
      <Icon size={20} aria-hidden />
    </Link>
  </IconButton>
)
