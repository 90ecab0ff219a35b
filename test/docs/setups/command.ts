export const version = async (): Promise<string> => "1.0.0";
