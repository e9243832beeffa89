import { Title } from '@mantine/core'
import type { ChecklistItem } from '@remis/domain/backoffice/settings-checklist'
import { IconAlertTriangle, IconBulb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { StateChip } from '../ui/parts/StateChip.tsx'
import classes from './settings.module.css'
import { checklistQuery } from './settings-queries.ts'

/** Where each thing is set up. */
const places: Readonly<Record<ChecklistItem, string>> = {
  company: paths.appInfo(),
  terms: paths.appInfo(),
  contact: paths.appInfo(),
  map: paths.settingsGroup('maps'),
  'car-types': '/cartypes',
  drivers: paths.drivers(),
  'cancel-reasons': '/cancelreasons',
  mail: paths.mailProviders(),
  sms: paths.mailProviders(),
  card: paths.settingsGroup('payments'),
}

/**
 * What is missing before riders can book, as the server sees it [design/settings-5]. Nothing is shown once all is done.
 */
export const Checklist = () => {
  const { t } = useTranslation()
  const { data } = useQuery(checklistQuery)
  const open = data?.rows.filter(({ done }) => !done) ?? []
  if (open.length === 0) return null
  const missing = open.filter(({ needed }) => needed).length
  return (
    <section className={classes.checklist} aria-labelledby="checklist">
      <div>
        <Title order={2} size="h4" id="checklist">
          {t('checklist_title')}
        </Title>
        <p className={classes.lead}>
          {missing === 0 ? t('checklist_ready') : t('checklist_missing', { count: missing })}
        </p>
      </div>
      <ul>
        {open.map(({ item, needed }) => (
          <li key={item}>
            <Link to={places[item]}>{t(`checklist_${item}`)}</Link>
            {needed ? (
              <StateChip tone="bad" icon={IconAlertTriangle} label={t('checklist_needed')} />
            ) : (
              <StateChip tone="wait" icon={IconBulb} label={t('checklist_advised')} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
