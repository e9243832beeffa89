import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './StaleEdit.module.css'

export interface Difference {
  readonly name: string
  readonly label: string
  readonly theirs: ReactNode
  readonly mine: ReactNode
}

interface Props {
  /** the fields with different values */
  readonly differences: readonly Difference[]
  readonly busy: boolean
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Both versions of a row that someone else changed while it was edited here, and the choice between them. */
export const StaleEdit = ({ differences, busy, onKeepMine, onTakeTheirs }: Props) => {
  const { t } = useTranslation()
  return (
    <section className={classes.stale} role="alert" aria-label={t('stale_title')}>
      <Text fw={600}>{t('stale_title')}</Text>
      {differences.length === 0 ? (
        <Text size="sm">{t('stale_same')}</Text>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('stale_field')}</th>
              <th scope="col">{t('stale_theirs')}</th>
              <th scope="col">{t('stale_mine')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ name, label, theirs, mine }) => (
              <tr key={name}>
                <th scope="row">{label}</th>
                <td>{theirs}</td>
                <td>{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Group gap="sm" justify="flex-end">
        <Button variant="default" size="sm" disabled={busy} onClick={onTakeTheirs}>
          {t('stale_take_theirs')}
        </Button>
        <Button size="sm" loading={busy} onClick={onKeepMine}>
          {t('stale_keep_mine')}
        </Button>
      </Group>
    </section>
  )
}
