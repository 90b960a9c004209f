import { decodedOnce } from './decoded-rows.ts';

/** For a statement that is not repeated. */
export const UNNAMED = '';

/** Builds each repeated statement once; it is prepared under its name on every connection that runs it. */
export function createStatements() {
  const built = new Map<string, unknown>();
  return <S>(name: string, build: (name: string) => S): S => {
    if (!built.has(name)) built.set(name, decodedOnce(build(name)));
    // A name always belongs to the same builder, so it stands for the type too.
    return built.get(name) as S;
  };
}

export type Statements = ReturnType<typeof createStatements>;
