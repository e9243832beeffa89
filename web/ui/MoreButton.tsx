import { Button, Text, type ButtonProps } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

interface Props extends Pick<ButtonProps, 'variant' | 'className'> {
  readonly list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  /** why a page was not loaded */
  readonly failure: string
}

/** Loads the next page of a list. A failure is shown above the button, which tries again [design/web-205]. */
export const MoreButton = ({ list, failure, variant = 'default', className }: Props) => {
  const { t } = useTranslation()
  if (!list.hasNextPage) return null
  const { isFetchingNextPage: busy, isFetchNextPageError: failed } = list
  return (
    <>
      {failed && !busy && <Text role="alert">{failure}</Text>}
      <Button
        size="md"
        variant={variant}
        className={className ?? ''}
        loading={busy}
        onClick={() => void list.fetchNextPage()}
      >
        {t(failed ? 'try_again' : 'notices_more')}
      </Button>
    </>
  )
}
