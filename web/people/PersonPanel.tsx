import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { SidePanel } from '../ui/parts/SidePanel.tsx'
import { PersonCard } from './PersonCard.tsx'

/** One person beside the table. */
export const PersonPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <SidePanel labelledBy="person-name" onClose={onClose} bar={<Link to={paths.person(id)}>{t('person_full')}</Link>}>
      <PersonCard id={id} level={2} onDeleted={onClose} />
    </SidePanel>
  )
}
