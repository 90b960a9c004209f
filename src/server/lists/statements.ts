import { decodedOnce } from './decoded-rows.ts';

/** For a statement that is not sent alike again. */
export const UNNAMED = '';

/** The statements that something sends again and again: each is built once, and prepared under its name on every connection that it comes to. */
export function createStatements() {
  const built = new Map<string, unknown>();
  return <S>(name: string, build: (name: string) => S): S => {
    if (!built.has(name)) built.set(name, decodedOnce(build(name)));
    // Whoever names a statement builds it: the name stands for its type too.
    return built.get(name) as S;
  };
}

export type Statements = ReturnType<typeof createStatements>;
