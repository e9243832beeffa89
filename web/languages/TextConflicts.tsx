import { Button, Group, Text } from '@mantine/core'
import { fallbackLanguage } from '@remis/domain/texts/languages'
import { useTranslation } from 'react-i18next'
import type { TextConflict } from './json-texts.ts'
import classes from './languages.module.css'

interface Props {
  readonly conflicts: readonly TextConflict[]
  readonly onResolve: (keep: 'mine' | 'theirs') => void
}

/** The texts that another admin saved meanwhile, in both versions [design/languages-10]. */
export const TextConflicts = ({ conflicts, onResolve }: Props) => {
  const { t } = useTranslation()
  return (
    <div className={classes.conflict} role="alert">
      <Text fw={600}>{t('language_conflicts', { count: conflicts.length })}</Text>
      {conflicts.map(({ key, mine, theirs }) => (
        <dl key={key}>
          {conflicts.length > 1 && (
            <code dir="ltr" lang={fallbackLanguage.code}>
              {key}
            </code>
          )}
          <dt>{t('language_theirs')}</dt>
          <dd dir="auto">{theirs ?? '–'}</dd>
          <dt>{t('language_mine')}</dt>
          <dd dir="auto">{mine ?? '–'}</dd>
        </dl>
      ))}
      <Group gap="sm">
        <Button variant="default" size="compact-md" onClick={() => onResolve('theirs')}>
          {t('language_take_theirs')}
        </Button>
        <Button variant="light" size="compact-md" onClick={() => onResolve('mine')}>
          {t('language_keep_mine')}
        </Button>
      </Group>
    </div>
  )
}
