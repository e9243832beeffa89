import type { Statement } from '@remis/server/testing/large-city/watch-statements';
import type pg from 'pg';
/** What PostgreSQL reads or sorts as a whole. */
export interface Whole {
    /** the table that is read, or the rows that are sorted */
    readonly what: string;
    readonly rows: number;
}
/** The plan of each statement that only reads, as the pool of lists has it made: for its values. */
export declare const readPlans: (client: pg.Client, statements: readonly Statement[]) => Promise<{
    readonly statement: Statement;
    readonly wholes: readonly Whole[];
}[]>;
